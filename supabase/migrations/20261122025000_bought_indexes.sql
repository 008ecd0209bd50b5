-- Who bought one product, in the list's order: of twenty thousand buyers the first page is found without sorting them.
create index desk_people_program_bought_idx on public.desk_people (active_at desc, id desc) where bought @> array['subscription'];
create index desk_people_consultation_bought_idx on public.desk_people (active_at desc, id desc) where bought @> array['consultation'];
drop index public.desk_people_bought_idx;
