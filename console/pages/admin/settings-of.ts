/** By which settings of the environment, or commands, an operator sets something up. */
export const settingsOf = {
  signIn: ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'PUBLIC_URL'],
  mail: ['SMTP_URL', 'MAIL_FROM', 'PUBLIC_URL'],
  calendar: ['CALENDAR_GOOGLE_CLIENT_ID', 'CALENDAR_MICROSOFT_CLIENT_ID', 'PUBLIC_URL'],
  transcription: ['npx --no minutebook models add speech', 'STT_URL'],
  notes: ['npx --no minutebook models add notes', 'LLM_URL'],
  transcriptionService: ['STT_KIND', 'STT_URL', 'STT_API_KEY'],
  notesService: ['LLM_KIND', 'LLM_URL', 'LLM_MODEL', 'LLM_API_KEY'],
  backup: ['npx --no minutebook backup DIR'],
} as const
