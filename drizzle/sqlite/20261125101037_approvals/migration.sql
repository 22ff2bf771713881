CREATE TABLE `shop_approvals` (
	`session_id` text PRIMARY KEY,
	`id` text NOT NULL,
	`state_hash` text,
	`store_id` text,
	`sealed` text NOT NULL,
	`expires_at` integer NOT NULL,
	CONSTRAINT `fk_shop_approvals_session_id_sessions_id_fk` FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON DELETE CASCADE
);
--> statement-breakpoint
ALTER TABLE `stores` ADD `tokens` text;--> statement-breakpoint
ALTER TABLE `stores` ADD `renewing_until` integer;