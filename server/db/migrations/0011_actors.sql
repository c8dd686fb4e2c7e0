ALTER TABLE "payments" ALTER COLUMN "order_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "audit" ALTER COLUMN "actor_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "audit" ALTER COLUMN "session_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "audit" ALTER COLUMN "device" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "commands" ALTER COLUMN "actor_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "commands" ALTER COLUMN "device_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "order_group_id" integer;--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "actor_kind" text DEFAULT 'user' NOT NULL;--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "actor_name" text;--> statement-breakpoint
ALTER TABLE "commands" ADD COLUMN "actor_kind" text DEFAULT 'user' NOT NULL;--> statement-breakpoint
ALTER TABLE "commands" ADD COLUMN "actor_name" text;--> statement-breakpoint
CREATE INDEX "payments_group" ON "payments" USING btree ("store_id","order_group_id") WHERE order_group_id is not null;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_payable" CHECK ((order_id is null) <> (order_group_id is null));--> statement-breakpoint
ALTER TABLE "audit" ADD CONSTRAINT "audit_actor" CHECK (case actor_kind when 'user' then actor_id is not null and actor_name is null and session_id is not null and device is not null
   when 'system' then actor_id is null and actor_name is not null
   when 'timer' then actor_id is null and actor_name is not null
   when 'provider' then actor_id is null and actor_name is not null
   else false end);--> statement-breakpoint
ALTER TABLE "commands" ADD CONSTRAINT "commands_actor" CHECK (case actor_kind when 'user' then actor_id is not null and actor_name is null and device_id is not null
   when 'system' then actor_id is null and actor_name is not null
   when 'timer' then actor_id is null and actor_name is not null
   when 'provider' then actor_id is null and actor_name is not null
   else false end);