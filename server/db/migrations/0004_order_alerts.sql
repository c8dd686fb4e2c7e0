CREATE TABLE "order_alerts" (
	"order_id" integer PRIMARY KEY NOT NULL,
	"store_id" integer NOT NULL,
	"held_until" timestamp (3) with time zone,
	"pushed_at" timestamp (3) with time zone,
	"owner_told_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "order_sightings" (
	"store_id" integer NOT NULL,
	"order_id" integer NOT NULL,
	"session_id" uuid NOT NULL,
	"stage" text NOT NULL,
	"user_id" integer NOT NULL,
	"device" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "order_sightings_store_id_order_id_session_id_stage_pk" PRIMARY KEY("store_id","order_id","session_id","stage")
);
--> statement-breakpoint
ALTER TABLE "order_alerts" ADD CONSTRAINT "order_alerts_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_alerts" ADD CONSTRAINT "order_alerts_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_sightings" ADD CONSTRAINT "order_sightings_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_sightings" ADD CONSTRAINT "order_sightings_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_sightings" ADD CONSTRAINT "order_sightings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_sightings_age" ON "order_sightings" USING btree ("received_at");--> statement-breakpoint
-- The second belt of tenant isolation on the new tables, as 0001 set it up.
DO $$
DECLARE
  tenant_table text;
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'marche_tenant') THEN
    RETURN;
  END IF;
  FOREACH tenant_table IN ARRAY ARRAY['order_alerts', 'order_sightings'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('CREATE POLICY tenant ON %I USING (store_id = current_store()) WITH CHECK (store_id = current_store())', tenant_table);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO marche_tenant', tenant_table);
  END LOOP;
END
$$;
--> statement-breakpoint
-- Asked every few seconds, among years of orders.
CREATE INDEX orders_pending ON orders (status_at) WHERE status = 'PENDING';
