/** The job that makes and renews subscriptions. */
export const renewJob = 'renew-recorders'
