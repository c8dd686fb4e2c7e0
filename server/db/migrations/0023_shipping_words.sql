UPDATE "gateways" SET "config" = jsonb_set("config", '{delay_display}',
  CASE WHEN ("config" ->> 'delay_display')::boolean AND ("config" ->> 'delay')::integer > 0
    THEN to_jsonb('El envío puede demorar ' || ("config" ->> 'delay') || ' minutos más.')
    ELSE 'null'::jsonb END)
WHERE jsonb_typeof("config" -> 'delay_display') = 'boolean';
