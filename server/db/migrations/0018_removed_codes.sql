DROP INDEX "codes_store_code";--> statement-breakpoint
ALTER TABLE "codes" ADD COLUMN "removed_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "codes_store_code" ON "codes" USING btree ("store_id","code") WHERE removed_at is null;--> statement-breakpoint
DROP TRIGGER facts_changed ON codes;
--> statement-breakpoint
CREATE TRIGGER facts_changed AFTER INSERT OR DELETE OR UPDATE OF code, description, type, "group", "default", removed_at
  ON codes FOR EACH ROW EXECUTE FUNCTION touch_store();
