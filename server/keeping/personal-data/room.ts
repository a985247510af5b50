import type { Section } from '../../people/privacy/person-export.ts'
import type { TextPlace } from '../../people/privacy/text-places.ts'
import type { Context } from '../../platform/context/context.ts'
import type { Api } from '../../platform/http/api.ts'
import { personalDataJobs } from './jobs.ts'
import { personalDataRoutes } from './routes.ts'

type PersonalData = Pick<Context, 'db' | 'clock' | 'log' | 'jobs' | 'threads'>

/** `sections` and `texts` are those of all rooms. */
export const personalDataRoom = {
  routes: (api: Api, context: PersonalData & { sections: readonly Section[] }) => personalDataRoutes(api, context),
  jobs: (context: PersonalData & { texts: readonly TextPlace[]; stopping: AbortSignal }) => personalDataJobs(context),
}
