-- Second belt of tenant isolation (SECURITY T2). Every transaction of one store runs as marche_tenant, which owns
-- nothing, sees only rows of the store named in app.store_id, and of people only what a colleague may see.
-- A database whose user may not create roles goes without it: every query names its store anyway.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'marche_tenant') THEN
    CREATE ROLE marche_tenant NOLOGIN;
  END IF;
  IF NOT pg_has_role(current_user, 'marche_tenant', 'MEMBER') THEN
    GRANT marche_tenant TO CURRENT_USER;
  END IF;
EXCEPTION
  WHEN duplicate_object OR unique_violation THEN NULL;
  WHEN insufficient_privilege THEN RAISE NOTICE 'marche_tenant cannot be created: no row level security';
END
$$;
--> statement-breakpoint
CREATE FUNCTION current_store() RETURNS integer LANGUAGE sql STABLE
  AS $$ SELECT nullif(current_setting('app.store_id', true), '')::integer $$;
--> statement-breakpoint
DO $$
DECLARE
  tenant_table text;
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'marche_tenant') THEN
    RETURN;
  END IF;
  EXECUTE format('GRANT USAGE ON SCHEMA %I TO marche_tenant', current_schema());
  GRANT SELECT (id, fullname, confidence, success_count, false_order_count) ON users TO marche_tenant;
  GRANT USAGE ON SEQUENCE order_rows TO marche_tenant;
  FOR tenant_table IN
    SELECT table_name FROM information_schema.columns
    WHERE table_schema = current_schema() AND column_name = 'store_id'
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('CREATE POLICY tenant ON %I USING (store_id = current_store()) WITH CHECK (store_id = current_store())', tenant_table);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO marche_tenant', tenant_table);
  END LOOP;
  REVOKE UPDATE, DELETE ON audit FROM marche_tenant;
  ALTER TABLE stores ENABLE ROW LEVEL SECURITY;
  CREATE POLICY tenant ON stores USING (id = current_store()) WITH CHECK (id = current_store());
  GRANT SELECT, UPDATE ON stores TO marche_tenant;
END
$$;
