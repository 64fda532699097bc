export type SessionNews = 'signed-in' | 'signed-out' | 'ended';
export declare const announceSession: (news: SessionNews) => void;
export declare function onSessionNews(listener: (news: SessionNews) => void): void;
