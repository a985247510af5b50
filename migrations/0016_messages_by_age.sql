-- For the retention; rows lie in the order in which they came, so a summary of each stretch is enough.
drop index messages_old;
create index messages_old on messages using brin (created_at);
