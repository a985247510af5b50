/** Words that ask in English, in the forms that questions have. *Pure.* */
export const english = `
summarize summarizes summarise summarises summary summaries discuss discusses discussed discussing discussion discussions
talk talks talked talking say says said saying tell tells told telling speak speaks spoke speaking think thinks thought thinking
mention mentions mentioned mentioning explain explains explained describe describes described show please`
