-- What policies on storage.objects and storage.buckets may ask of the request, as on hosted Supabase.
create function storage.operation() returns text language sql stable as $$
  select current_setting('storage.operation', true)
$$;

-- An operation is named with or without its leading `storage.`; no name and no operation match nothing.
create function storage.allow_any_operation(expected_operations text[]) returns boolean language sql stable as $$
  select exists (
    select from unnest(expected_operations) as expected
    where nullif(expected, '') is not null
      and regexp_replace(expected, '^storage\.', '') = regexp_replace(nullif(storage.operation(), ''), '^storage\.', '')
  )
$$;

create function storage.allow_only_operation(expected_operation text) returns boolean language sql stable as $$
  select storage.allow_any_operation(array[expected_operation])
$$;

-- Lists look names up in whatever case.
create index objects_lower_name on storage.objects (bucket_id, lower(name) text_pattern_ops);

-- What lies in one folder, as storage's own list shows it: folders first, which have a name and nothing else.
create function storage.search(
  prefix text, bucketname text, limits int default 100, levels int default 1, offsets int default 0,
  search text default '', sortcolumn text default 'name', sortorder text default 'asc'
) returns table (
  name text, id uuid, updated_at timestamptz, created_at timestamptz, last_accessed_at timestamptz, metadata jsonb
) language sql stable as $$
  with found as (
    select substr(o.name, length(search.prefix) + 1) as rest, o.*
    from storage.objects o
    where o.bucket_id = bucketname and starts_with(lower(o.name), lower(search.prefix || search.search))
  ), listed as (
    select distinct split_part(f.rest, '/', 1) as name, null::uuid as id, null::timestamptz as updated_at,
      null::timestamptz as created_at, null::timestamptz as last_accessed_at, null::jsonb as metadata
    from found f where strpos(f.rest, '/') > 0
    union all
    select f.rest, f.id, f.updated_at, f.created_at, f.last_accessed_at, f.metadata
    from found f where strpos(f.rest, '/') = 0
  )
  select l.name, l.id, l.updated_at, l.created_at, l.last_accessed_at, l.metadata from listed l
  order by l.id is not null,
    case when sortorder = 'asc' and sortcolumn = 'updated_at' then l.updated_at
      when sortorder = 'asc' and sortcolumn = 'created_at' then l.created_at
      when sortorder = 'asc' and sortcolumn = 'last_accessed_at' then l.last_accessed_at end asc,
    case when sortorder <> 'asc' and sortcolumn = 'updated_at' then l.updated_at
      when sortorder <> 'asc' and sortcolumn = 'created_at' then l.created_at
      when sortorder <> 'asc' and sortcolumn = 'last_accessed_at' then l.last_accessed_at end desc,
    case when sortorder = 'asc' then l.name end asc,
    case when sortorder <> 'asc' then l.name end desc
  limit limits offset offsets
$$;
