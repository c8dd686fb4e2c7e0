ALTER TABLE "stores" ADD COLUMN "lat" double precision;--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "lng" double precision;--> statement-breakpoint
CREATE INDEX "kiosks_user" ON "kiosks" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "orders_customer" ON "orders" USING btree ("user_id","store_id","id") WHERE "orders"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "stores_place" ON "stores" USING btree ("lat","lng");--> statement-breakpoint
-- A store that delivers is where its first delivery zone has its middle, until the partner panel says better.
UPDATE stores SET lat = middle.lat, lng = middle.lng
FROM (
  SELECT store_id, avg((corner ->> 'lat')::double precision) AS lat, avg((corner ->> 'lng')::double precision) AS lng
  FROM delivery_zones, jsonb_array_elements(area) corner
  WHERE id IN (SELECT min(id) FROM delivery_zones GROUP BY store_id)
  GROUP BY store_id
) middle
WHERE middle.store_id = stores.id;
--> statement-breakpoint
-- The store's transaction counts how an order of a customer ended.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'marche_tenant') THEN
    RETURN;
  END IF;
  GRANT UPDATE (success_count, false_order_count) ON users TO marche_tenant;
END
$$;
