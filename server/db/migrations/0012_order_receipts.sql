ALTER TABLE "order_sightings" RENAME TO "order_receipts";--> statement-breakpoint
ALTER INDEX "order_sightings_age" RENAME TO "order_receipts_age";--> statement-breakpoint
ALTER TABLE "order_receipts" RENAME CONSTRAINT "order_sightings_store_id_order_id_session_id_stage_pk" TO "order_receipts_store_id_order_id_session_id_stage_pk";--> statement-breakpoint
ALTER TABLE "order_receipts" RENAME CONSTRAINT "order_sightings_store_id_stores_id_fk" TO "order_receipts_store_id_stores_id_fk";--> statement-breakpoint
ALTER TABLE "order_receipts" RENAME CONSTRAINT "order_sightings_order_id_orders_id_fk" TO "order_receipts_order_id_orders_id_fk";--> statement-breakpoint
ALTER TABLE "order_receipts" RENAME CONSTRAINT "order_sightings_user_id_users_id_fk" TO "order_receipts_user_id_users_id_fk";--> statement-breakpoint
UPDATE "order_receipts" SET "stage" = CASE "stage" WHEN 'delivered' THEN 'received' WHEN 'painted' THEN 'displayed' WHEN 'rang' THEN 'sounded' WHEN 'touched' THEN 'acknowledged' ELSE "stage" END;
