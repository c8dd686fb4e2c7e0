ALTER TABLE "stores" ADD COLUMN "local_paused_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "takeaway_paused_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "delivery_paused_until" timestamp (3) with time zone;