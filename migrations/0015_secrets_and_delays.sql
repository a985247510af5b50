-- Every secret that a rotation left valid for a while (decision 39), not the last one only: the newest first, each as
-- {"secret": sealed, in base64, "until": a time in UTC}.
alter table webhooks add previous_secrets jsonb not null default '[]';
update webhooks set previous_secrets = jsonb_build_array(jsonb_build_object(
    'secret', translate(encode(previous_secret, 'base64'), E'\n', ''),
    'until', to_char(previous_secret_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
  where previous_secret is not null and previous_secret_until is not null;
alter table webhooks drop column previous_secret;
alter table webhooks drop column previous_secret_until;

-- Whether a message was held or skipped before it was sent first: its delay then says nothing of the queue.
alter table messages add was_held boolean not null default false;
