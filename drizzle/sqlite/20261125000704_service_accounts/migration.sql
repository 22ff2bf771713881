ALTER TABLE `users` ADD `is_service` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `users_service_name_unique` ON `users` (`name`) WHERE is_service;