CREATE TABLE "outboxes" (
	"store_id" integer NOT NULL,
	"device_id" uuid NOT NULL,
	"user_id" integer NOT NULL,
	"device" text NOT NULL,
	"minted" integer NOT NULL,
	"held" integer[] NOT NULL,
	"rejected" integer[] NOT NULL,
	"missing" jsonb NOT NULL,
	"review" integer NOT NULL,
	"left" boolean NOT NULL,
	"reported_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "outboxes_store_id_device_id_pk" PRIMARY KEY("store_id","device_id")
);
--> statement-breakpoint
ALTER TABLE "cashboxes" ADD COLUMN "asked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "cashboxes" ADD COLUMN "devices" jsonb;--> statement-breakpoint
CREATE INDEX "outboxes_reported" ON "outboxes" USING btree ("store_id","reported_at");--> statement-breakpoint
CREATE INDEX "commands_received" ON "commands" USING btree ("store_id","created_at") WHERE seq is not null;--> statement-breakpoint
CREATE INDEX "commands_numbers" ON "commands" USING btree ("store_id","device_id","seq") WHERE seq is not null;--> statement-breakpoint
-- The second belt of tenant isolation on the new table, as 0001 set it up.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'marche_tenant') THEN
    RETURN;
  END IF;
  ALTER TABLE outboxes ENABLE ROW LEVEL SECURITY;
  CREATE POLICY tenant ON outboxes USING (store_id = current_store()) WITH CHECK (store_id = current_store());
  GRANT SELECT, INSERT, UPDATE ON outboxes TO marche_tenant;
END
$$;
