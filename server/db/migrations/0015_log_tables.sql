ALTER TABLE "audit" DROP CONSTRAINT "audit_store_id_stores_id_fk";
--> statement-breakpoint
ALTER TABLE "audit" DROP CONSTRAINT "audit_actor_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "commands" DROP CONSTRAINT "commands_store_id_stores_id_fk";
--> statement-breakpoint
ALTER TABLE "commands" DROP CONSTRAINT "commands_actor_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "store_events" DROP CONSTRAINT "store_events_store_id_stores_id_fk";
