ALTER TABLE "customer_notices" ADD COLUMN "told_ready_by" timestamp (3) with time zone;--> statement-breakpoint
-- A delay counts too, and raises `updated_at` alone.
DROP INDEX orders_of_customers;--> statement-breakpoint
CREATE INDEX orders_of_customers ON orders (updated_at) WHERE origin = 'customer';
