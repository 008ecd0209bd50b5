-- A kept look is replaced by one of the same name, also when it is kept twice at once: of those that doubled, the newest stays. What
-- the installation's own key keeps has no owner, and is one owner's, too.
delete from public.desk_named_views one using public.desk_named_views other
where one.owner is not distinct from other.owner and one.name = other.name
  and (one.created_at, one.id) < (other.created_at, other.id);
create unique index desk_named_views_name_idx on public.desk_named_views (owner, name) nulls not distinct;
drop index public.desk_named_views_owner_idx;
