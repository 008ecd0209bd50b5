-- What the staff did and looked at is read at the desk, newest first: all of it, one person's, one member's. The sign-ins of users
-- lie between such rows by the thousand.
create index audit_events_staff_idx on public.audit_events (at desc)
  where source <> 'accounts' or actor_role in ('admin', 'assistant', 'technician')
    or action in ('administrator_appointed', 'administrator_removed', 'assistant_appointed', 'assistant_removed',
      'technician_appointed', 'technician_removed');
create index audit_events_person_idx on public.audit_events ((details ->> 'person'), at desc) where details ? 'person';
