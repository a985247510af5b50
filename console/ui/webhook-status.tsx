/** Badges: the status of a webhook, and whether it receives events of the whole workspace. */
import type { Webhook } from '../api/webhooks.ts'
import { words } from '../words/words.ts'
import { Mark, type Tone } from './mark.tsx'

const tones: Record<string, Tone> = { active: 'good', inactive: 'quiet', failed: 'bad' }

export function WebhookStatus({ status, scope }: Pick<Webhook, 'status' | 'scope'>) {
  return (
    <>
      {scope === 'workspace' && <Mark>{words.webhooks.ofWorkspace}</Mark>}
      <Mark tone={tones[status]}>{words.webhooks.status[status]}</Mark>
    </>
  )
}
