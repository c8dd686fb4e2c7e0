CREATE TABLE "customer_notices" (
	"order_id" integer PRIMARY KEY NOT NULL,
	"store_id" integer NOT NULL,
	"held_until" timestamp (3) with time zone,
	"told_status" text
);
--> statement-breakpoint
ALTER TABLE "customer_notices" ADD CONSTRAINT "customer_notices_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_notices" ADD CONSTRAINT "customer_notices_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- The second belt of tenant isolation on the new table, as 0001 set it up.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'marche_tenant') THEN
    RETURN;
  END IF;
  ALTER TABLE customer_notices ENABLE ROW LEVEL SECURITY;
  CREATE POLICY tenant ON customer_notices USING (store_id = current_store()) WITH CHECK (store_id = current_store());
  GRANT SELECT, INSERT, UPDATE, DELETE ON customer_notices TO marche_tenant;
END
$$;
--> statement-breakpoint
-- Asked every few seconds, among years of orders.
CREATE INDEX orders_of_customers ON orders (status_at) WHERE origin = 'customer';
