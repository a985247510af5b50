import Type from 'typebox'
import { OneOf } from '../../../platform/http/schema.ts'

const ProviderName = OneOf(['google', 'microsoft'], { description: 'Whose calendars they are.' })

export const Providers = Type.Object({
  providers: Type.Array(
    Type.Object({ name: ProviderName, title: Type.String({ description: 'The name for people.' }) }),
    { description: 'Those that the operator set up.' },
  ),
})

export const ConnectCalendar = Type.Object({ provider: ProviderName }, { examples: [{ provider: 'google' }] })

export const ConnectionBegun = Type.Object({
  url: Type.String({ description: 'The page of the provider where the person gives consent.' }),
})
