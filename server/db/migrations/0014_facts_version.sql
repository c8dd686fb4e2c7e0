ALTER TABLE "stores" ADD COLUMN "facts_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
-- stores.facts_version rises with every change of what orders are checked against, by whatever statement. Taking an
-- order number and counting the waiting orders of a code are no such changes.
CREATE FUNCTION raise_facts_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.facts_version := OLD.facts_version + 1;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER facts_version BEFORE UPDATE ON stores FOR EACH ROW
  WHEN (OLD.last_order_number = NEW.last_order_number) EXECUTE FUNCTION raise_facts_version();
--> statement-breakpoint
CREATE FUNCTION touch_stores() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE stores SET facts_version = facts_version WHERE id IN (SELECT store_id FROM changed);
  RETURN NULL;
END
$$;
--> statement-breakpoint
DO $$
DECLARE
  fact_table text;
BEGIN
  FOREACH fact_table IN ARRAY
    ARRAY['items', 'option_groups', 'additionals', 'discounts', 'promocodes', 'delivery_zones', 'memberships']
  LOOP
    EXECUTE format('CREATE TRIGGER facts_added AFTER INSERT ON %I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION touch_stores()', fact_table);
    EXECUTE format('CREATE TRIGGER facts_changed AFTER UPDATE ON %I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION touch_stores()', fact_table);
    EXECUTE format('CREATE TRIGGER facts_removed AFTER DELETE ON %I REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION touch_stores()', fact_table);
  END LOOP;
END
$$;
--> statement-breakpoint
CREATE FUNCTION touch_store() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE stores SET facts_version = facts_version WHERE id = coalesce(NEW.store_id, OLD.store_id);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER facts_changed AFTER INSERT OR DELETE OR UPDATE OF code, description, type, "group", "default" ON codes
  FOR EACH ROW EXECUTE FUNCTION touch_store();
