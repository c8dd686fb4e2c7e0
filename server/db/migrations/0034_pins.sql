CREATE TABLE "pin_grants" (
	"id" uuid PRIMARY KEY NOT NULL,
	"store_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"session_id" uuid NOT NULL,
	"ability" text,
	"entity_id" integer,
	"used_by" uuid,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pins" (
	"store_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"hash" text NOT NULL,
	"set_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "pins_store_id_user_id_pk" PRIMARY KEY("store_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "authorised_by" integer;--> statement-breakpoint
ALTER TABLE "pin_grants" ADD CONSTRAINT "pin_grants_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pin_grants" ADD CONSTRAINT "pin_grants_store_id_user_id_pins_store_id_user_id_fk" FOREIGN KEY ("store_id","user_id") REFERENCES "public"."pins"("store_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pins" ADD CONSTRAINT "pins_store_id_user_id_memberships_store_id_user_id_fk" FOREIGN KEY ("store_id","user_id") REFERENCES "public"."memberships"("store_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pin_grants_person" ON "pin_grants" USING btree ("store_id","user_id");--> statement-breakpoint
CREATE INDEX "pin_grants_session" ON "pin_grants" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "pin_grants_age" ON "pin_grants" USING btree ("expires_at");--> statement-breakpoint
-- The second belt of tenant isolation on the new tables, as 0001 set it up.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'marche_tenant') THEN
    RETURN;
  END IF;
  ALTER TABLE pins ENABLE ROW LEVEL SECURITY;
  CREATE POLICY tenant ON pins USING (store_id = current_store()) WITH CHECK (store_id = current_store());
  GRANT SELECT, INSERT, UPDATE, DELETE ON pins TO marche_tenant;
  ALTER TABLE pin_grants ENABLE ROW LEVEL SECURITY;
  CREATE POLICY tenant ON pin_grants USING (store_id = current_store()) WITH CHECK (store_id = current_store());
  GRANT SELECT, INSERT, UPDATE, DELETE ON pin_grants TO marche_tenant;
END
$$;
