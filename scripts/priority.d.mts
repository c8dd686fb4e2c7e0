export function lowerPriority(pid: number, session?: number): void;
