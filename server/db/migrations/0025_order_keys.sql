ALTER TABLE "orders" DROP CONSTRAINT "orders_store_id_stores_id_fk";
--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_code_id_codes_id_fk";
--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_seller_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_created_by_users_id_fk";
--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_status_by_users_id_fk";
--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_store_id_stores_id_fk";

--> statement-breakpoint
-- The ids of an order and its payments are taken before its row is written.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'marche_tenant') THEN
    GRANT USAGE ON SEQUENCE orders_id_seq, payments_id_seq TO marche_tenant;
  END IF;
END
$$;
