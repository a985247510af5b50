-- In the template of all test databases: one that a test is done with is emptied and given to the next.
create schema emptying;

-- What tests changed of the schema: such a database is not used again.
create table emptying.changes (command text not null);

create function emptying.note_change() returns event_trigger language plpgsql security definer as $$
begin
  insert into emptying.changes
    select command_tag from pg_event_trigger_ddl_commands() where schema_name is distinct from 'pg_temp';
end $$;
create function emptying.note_drop() returns event_trigger language plpgsql security definer as $$
begin
  insert into emptying.changes select 'drop' from pg_event_trigger_dropped_objects() where not is_temporary;
end $$;
-- Where rows may be. What the service writes down as it opens stays.
create view emptying.tables as
  select oid::regclass as name, pg_relation_size(oid) as bytes from pg_class
  where relkind = 'r' and relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace)
    and relname not in ('kysely_migration', 'kysely_migration_lock', 'secret_key_checks', 'version', 'queue')
    and pg_relation_size(oid) > 0;

-- A truncate takes ten times as long, and every plan with it. Sequences go on: an API that is kept knows their numbers.
create function emptying.clear() returns void language plpgsql security definer
set session_replication_role = replica as $$
declare
  found text;
begin
  for found in select name from emptying.tables loop
    execute format('delete from %s', found);
  end loop;
end $$;

-- Whether a cleared database would be as a new one: schema and settings are the template's, it is small, nobody is busy.
create function emptying.is_renewable() returns boolean language sql security definer as $$
  select not exists (select from emptying.changes)
    and not exists (select from pg_db_role_setting join pg_database on pg_database.oid = setdatabase
                    where datname = current_database())
    and not exists (select from emptying.tables where bytes > 4 * 1024 * 1024)
    and not exists (
      select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
        and (state <> 'idle' or application_name not in
             ('minutebook', 'minutebook deliveries', 'minutebook requests', 'minutebook readiness',
              'minutebook jobs')))
$$;
grant usage on schema emptying to public;

create event trigger emptying_note_change on ddl_command_end execute function emptying.note_change();
create event trigger emptying_note_drop on sql_drop execute function emptying.note_drop();
