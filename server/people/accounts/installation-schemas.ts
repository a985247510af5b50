import Type from 'typebox'
import { Nullable, OneOf, Time } from '../../platform/http/schema.ts'

const SingleSignOn = Type.Object({
  issuer: Type.String({ description: 'OIDC_ISSUER.' }),
  name: Type.String({ description: 'OIDC_NAME, on the sign-in page.' }),
  creates_people: Type.Boolean({ description: 'OIDC_CREATE_PEOPLE: a first sign-in makes an account.' }),
  groups_claim: Nullable(Type.String({ description: 'OIDC_GROUPS_CLAIM, whose groups become private channels.' })),
  email_trust: OneOf(['verified', 'issuer'], { description: 'OIDC_EMAIL_TRUST.' }),
  only: Type.Boolean({ description: 'OIDC_ONLY: there is no other way to sign in.' }),
})

export const Installation = Type.Object({
  public_url: Nullable(Type.String({ description: 'PUBLIC_URL.' })),
  single_sign_on: Nullable(SingleSignOn),
  directory: Nullable(
    Type.Object(
      {
        keys: Type.Integer({ description: 'Active keys of this workspace with the scope `scim`.' }),
        last_used_at: Nullable(Time('When one of them was last used.')),
      },
      { description: 'SCIM; null without such a key.' },
    ),
  ),
  mail: Nullable(
    Type.Object({
      server: Type.String({ description: 'Host and port of SMTP_URL.' }),
      from: Type.String({ description: 'MAIL_FROM.' }),
    }),
  ),
  calendars: Type.Array(
    Type.Object({
      provider: OneOf(['google', 'microsoft']),
      tenant: Nullable(Type.String({ description: 'CALENDAR_MICROSOFT_TENANT.' })),
    }),
    { description: 'Whose calendars people connect by account.' },
  ),
  database: OneOf(['embedded', 'postgresql']),
  media: OneOf(['folder', 'bucket']),
  last_backup_at: Nullable(
    Time('When `minutebook backup` last ended well; null if never, or if the database is not the embedded one.'),
  ),
})
