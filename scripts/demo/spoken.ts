/** The recordings of the demo that can be heard: their files in demo/media/, by the recording's id. *Pure.* */
export const spoken: Record<string, { file: string; content_type: string; name: string }> = {
  r_fashion_1: { file: 'fashion_1', content_type: 'audio/mpeg', name: 'First ideas.mp3' },
  r_price: { file: 'price', content_type: 'audio/mpeg', name: 'Display or rubber keys.mp3' },
  r_games_1: { file: 'games_1', content_type: 'audio/mpeg', name: 'Kick-off.mp3' },
}
