CREATE TABLE "device_checks" (
	"id" uuid NOT NULL,
	"store_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"device" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"results" jsonb,
	CONSTRAINT "device_checks_store_id_id_pk" PRIMARY KEY("store_id","id")
);
--> statement-breakpoint
ALTER TABLE "device_checks" ADD CONSTRAINT "device_checks_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_checks" ADD CONSTRAINT "device_checks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "device_checks_newest" ON "device_checks" USING btree ("store_id","user_id","device","created_at");--> statement-breakpoint
CREATE INDEX "device_checks_old" ON "device_checks" USING btree ("created_at");--> statement-breakpoint
-- The second belt of tenant isolation on the new table, as 0001 set it up.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'marche_tenant') THEN
    RETURN;
  END IF;
  ALTER TABLE device_checks ENABLE ROW LEVEL SECURITY;
  CREATE POLICY tenant ON device_checks USING (store_id = current_store()) WITH CHECK (store_id = current_store());
  GRANT SELECT, INSERT, UPDATE ON device_checks TO marche_tenant;
END
$$;
