/** A tab of any engine, driven from outside by its own protocol. Coordinates in CSS pixels of the viewport. */
export interface EngineTab {
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  /** The value of a JavaScript expression in the page, which is no promise. Throws when the page does. */
  evaluate(expression: string): Promise<unknown>;
  clickAt(x: number, y: number): Promise<void>;
  type(text: string): Promise<void>;
  /** Presses Enter. */
  enter(): Promise<void>;
  screenshot(file: string): Promise<void>;
  close(): Promise<void>;
}

/** A browser that the app has to work in besides Chromium. */
export interface BrowserEngine {
  readonly name: string;
  open(): Promise<EngineTab>;
}
