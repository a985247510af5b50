/** Words that ask in Portuguese, in the forms that questions have. *Pure.* */
export const portuguese = `
resume resumir resumo resuma discutir discute discutiu discutiram discutido discussão discussões falar fala falou falaram falado dizer diz
disse disseram dito pensar pensa pensou pensaram mencionar menciona mencionou mencionaram mencionado explicar explica explicou
descrever descreve descreva mostre mostra`
