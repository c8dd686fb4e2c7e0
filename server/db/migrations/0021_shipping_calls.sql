CREATE TABLE "shipping_calls" (
	"order_id" integer PRIMARY KEY NOT NULL,
	"store_id" integer NOT NULL,
	"key" uuid DEFAULT gen_random_uuid() NOT NULL,
	"held_until" timestamp (3) with time zone,
	"told_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "shipping_calls" ADD CONSTRAINT "shipping_calls_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipping_calls" ADD CONSTRAINT "shipping_calls_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "orders_ready" ON "orders" USING btree ("status_at") WHERE "orders"."status" = 'DELIVER' and "orders"."type" = 'DELIVERY';--> statement-breakpoint
-- The second belt of tenant isolation on the new table, as 0001 set it up.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'marche_tenant') THEN
    RETURN;
  END IF;
  ALTER TABLE shipping_calls ENABLE ROW LEVEL SECURITY;
  CREATE POLICY tenant ON shipping_calls USING (store_id = current_store()) WITH CHECK (store_id = current_store());
  GRANT SELECT, INSERT, UPDATE, DELETE ON shipping_calls TO marche_tenant;
END
$$;
