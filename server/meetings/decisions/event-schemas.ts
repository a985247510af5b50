/** The payloads of this room's events, as JSON Schema with an example each (decisions 61, 63). *Pure.* */
import Type from 'typebox'
import { type EventCatalog, type EventDescription, payload } from '../../webhooks/events/event-types.ts'
import { Decision, decisionExample } from './schemas.ts'

/** The decision as its receiver may read it; for workspace webhooks, whole, with `scope`. */
function decisionEvent<Name extends string>(event_type: Name, description: string): EventDescription {
  const fields = { event_type: Type.Literal(event_type), ...Decision.properties }
  const example = { event_type, ...decisionExample }
  const scope = Type.Literal('workspace')
  return {
    description: `${description} Those who see it receive this, if they name this type.`,
    user: payload(fields, example as never),
    workspace: payload({ ...fields, scope }, { ...example, scope: 'workspace' } as never),
  }
}

export const decisionEvents = {
  'decision.made': decisionEvent('decision.made', 'A decision was written, or found in a recording.'),
  'decision.superseded': decisionEvent('decision.superseded', 'Another decision replaced this one.'),
} satisfies Partial<EventCatalog>
