import Type from 'typebox'
import { operation } from '../../platform/http/operation.ts'
import { unnamedTypes } from '../events/event-types.ts'

const example = `: listening
id: MTZqMXE0Yi5ldmVudHMuMTc2ODA0NjQwMDAwMC43

id: MWh2N2RxZS5ldmVudHMuMTc2ODA0NjQwMDAwMC44
data: {"event_type":"ai_note.generated","id":"n_1", …}

`

export const listenToEvents = operation({
  id: 'listen_to_events',
  tag: 'Webhooks',
  extension: true,
  failures: [400, 502],
  summary: 'Listen to events',
  description:
    'Server-sent events: what a user webhook would receive, as it happens. The answer continues until one side ends it.',
  querystring: Type.Object({
    enabled_events: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1_000,
        description: `A comma-separated list of types, as a user webhook names them. Without it those of an empty list: ${unnamedTypes.map((type) => `\`${type}\``).join(', ')}.`,
        examples: ['ai_note.generated,recording.ready'],
      }),
    ),
  }),
  sentHeaders: {
    'Last-Event-ID': Type.Optional(
      Type.String({
        description:
          'The last `id` received, not older than 15 minutes: the answer continues after it. Without it, the answer begins with the next event. An event named `gap` comes first if some may be missing.',
      }),
    ),
  },
  form: 'text/event-stream',
  answer: Type.String({
    description: 'A payload as JSON in each `data`. An `id` without `data` keeps the connection alive.',
  }),
  example,
})
