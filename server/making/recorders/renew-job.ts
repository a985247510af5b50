/** The jobs that create and renew subscriptions, by the kind of the recorder. */
export const renewJobs = { teams: 'renew-recorders', meet: 'renew-meet-recorders' } as const
