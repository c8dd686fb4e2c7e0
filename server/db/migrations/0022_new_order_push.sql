ALTER TABLE "users" ADD COLUMN "new_order_push" text DEFAULT 'unattended' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_alerts" ADD COLUMN "announced_at" timestamp (3) with time zone;