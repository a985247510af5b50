-- The trace of the request that caused a message, or that opened an item's window, as W3C Trace Context writes it
-- (`traceparent`), so that what workers do with it joins that trace. Null unless traces are exported.
alter table messages add column trace text collate "C";
alter table action_item_holds add column trace text collate "C";
