ALTER TABLE "guest_requests" ADD COLUMN "held_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "guest_requests" ADD COLUMN "announced_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "guest_requests" ADD COLUMN "pushed_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "guest_requests_unended" ON "guest_requests" USING btree ("created_at") WHERE "guest_requests"."state" = 'waiting';