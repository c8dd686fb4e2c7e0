export function settings(): { port: number; host: string; lock: string; url: string };
