ALTER TABLE "orders" ADD COLUMN "price_difference" bigint;--> statement-breakpoint
ALTER TABLE "commands" ADD COLUMN "seq" integer;