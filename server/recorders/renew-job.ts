/** The job that creates and renews subscriptions. */
export const renewJob = 'renew-recorders'
