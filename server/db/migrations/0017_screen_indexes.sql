DROP INDEX "orders_code";--> statement-breakpoint
DROP INDEX "orders_status";--> statement-breakpoint
DROP INDEX "payouts_status";--> statement-breakpoint
DROP INDEX "tickets_newest";--> statement-breakpoint
CREATE INDEX "orders_waiting" ON "orders" USING btree ("store_id","code_id") WHERE "orders"."status" = 'PENDING' and "orders"."code_id" is not null;--> statement-breakpoint
CREATE INDEX "orders_status" ON "orders" USING btree ("store_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "payouts_status" ON "payouts" USING btree ("store_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "tickets_newest" ON "tickets" USING btree ("store_id","updated_at","id");