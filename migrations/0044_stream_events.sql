-- What listeners receive is a stream event everywhere else.
alter table told_events rename to stream_events;
alter sequence told_events_number rename to stream_events_number;
alter index told_events_pkey rename to stream_events_pkey;
alter index told_events_workspace_id_user_id_number_key rename to stream_events_workspace_id_user_id_number_key;
alter table stream_events rename constraint told_events_workspace_id_user_id_fkey to stream_events_workspace_id_user_id_fkey;
alter sequence told_events_written_seq rename to stream_events_written_seq;
alter index told_events_unnumbered rename to stream_events_unnumbered;
alter index told_events_in_order rename to stream_events_in_order;
alter index told_events_old rename to stream_events_old;
alter index told_events_of_note rename to stream_events_of_note;
alter index told_events_of_recording rename to stream_events_of_recording;
alter index told_events_of_item rename to stream_events_of_item;
