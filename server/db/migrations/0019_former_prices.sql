CREATE TABLE "former_prices" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "former_prices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"store_id" integer NOT NULL,
	"kind" text NOT NULL,
	"entity_id" integer NOT NULL,
	"before" jsonb,
	"until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sale_reviews" (
	"order_id" integer PRIMARY KEY NOT NULL,
	"store_id" integer NOT NULL,
	"sold_total" bigint NOT NULL,
	"own_total" bigint NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"reviewed_at" timestamp (3) with time zone,
	"reviewed_by" integer
);
--> statement-breakpoint
ALTER TABLE "sale_reviews" ADD CONSTRAINT "sale_reviews_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale_reviews" ADD CONSTRAINT "sale_reviews_reviewed_by_users_id_fk" FOREIGN KEY ("reviewed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "former_prices_store" ON "former_prices" USING btree ("store_id","until");--> statement-breakpoint
CREATE INDEX "sale_reviews_open" ON "sale_reviews" USING btree ("store_id","requested_at") WHERE "sale_reviews"."reviewed_at" is null;--> statement-breakpoint
-- Keeps what a price was before any statement changed it.
CREATE FUNCTION keep_former_price() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO former_prices (store_id, kind, entity_id, before, until)
  VALUES (coalesce(NEW.store_id, OLD.store_id), TG_TABLE_NAME, coalesce(NEW.id, OLD.id), to_jsonb(OLD), now());
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER former_price AFTER UPDATE OF price ON items FOR EACH ROW
  WHEN (OLD.price IS DISTINCT FROM NEW.price) EXECUTE FUNCTION keep_former_price();
--> statement-breakpoint
CREATE TRIGGER former_price AFTER UPDATE OF price ON additionals FOR EACH ROW
  WHEN (OLD.price IS DISTINCT FROM NEW.price) EXECUTE FUNCTION keep_former_price();
--> statement-breakpoint
CREATE TRIGGER former_price AFTER INSERT OR UPDATE OR DELETE ON discounts FOR EACH ROW EXECUTE FUNCTION keep_former_price();
--> statement-breakpoint
CREATE TRIGGER former_price AFTER UPDATE OF fee_base, fee_free ON delivery_zones FOR EACH ROW EXECUTE FUNCTION keep_former_price();
--> statement-breakpoint
DO $$
DECLARE
  tenant_table text;
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'marche_tenant') THEN
    RETURN;
  END IF;
  FOREACH tenant_table IN ARRAY ARRAY['former_prices', 'sale_reviews']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('CREATE POLICY tenant ON %I USING (store_id = current_store()) WITH CHECK (store_id = current_store())', tenant_table);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO marche_tenant', tenant_table);
  END LOOP;
END
$$;
